// backoff.ts - how long to wait after a failure before trying again.

const FIRST_WAIT_MS = 500
const LAST_WAIT_MS = 30000

/** Returns the delay after so many failures: longer each time, with a random part, so that not all pages come back at once. */
export const waitMs = (failures: number) => Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.75 + Math.random() / 2)
