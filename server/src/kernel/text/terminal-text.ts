const controls = /[^\P{Cc}\n\t]/gu;

/** Text for a terminal. Words of visitors and answers of endpoints must not move its cursor or change its settings. */
export const terminalText = (text: string): string => text.replaceAll(controls, '\ufffd');
