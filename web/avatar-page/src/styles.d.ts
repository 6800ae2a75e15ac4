/** The build turns it into a style sheet of its own. */
declare module '*.css';
