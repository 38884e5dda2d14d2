// once.ts - what is loaded only once.

/** Loads something at the first call. If it fails, the next call tries again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null
  return () =>
    (loaded ??= load().catch(error => {
      loaded = null
      throw error
    }))
}
