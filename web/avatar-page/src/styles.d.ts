/** The build makes a separate style sheet from it. */
declare module '*.css';
