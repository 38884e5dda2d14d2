/* like.ts - what another language must have: exactly the keys of the English file. */
export type Like<English> = { readonly [Key in keyof English]: string }
