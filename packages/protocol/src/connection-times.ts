export const pingEveryMs = 10_000;
/** A client that is silent for this long has dropped. */
export const silenceLimitMs = 30_000;
/** A client that is silent for this long gets a WebSocket ping. A browser answers it even if the page's timers are slow. */
export const probeAfterMs = 15_000;
/** How long a visitor whose connection dropped may come back to the session. */
export const graceMs = 20_000;
/** A page that announced that it is leaving may come back within this time, for example after a reload. */
export const leavingMs = 5_000;
export const ticketLifetimeMs = 30_000;
