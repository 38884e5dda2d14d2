// passkeys.ts - passkeys by WebAuthn: makes one on this device, and signs in with one.

import { addPasskey, passkeyChallenge, signInByPasskey, type Player } from '../net/player'

export const hasPasskeys = () => typeof PublicKeyCredential !== 'undefined' && 'getPublicKey' in (globalThis.AuthenticatorAttestationResponse?.prototype ?? {})

const ES256 = -7
const EDDSA = -8

export function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
}

/** Returns false if the person cancelled. */
async function unlessCancelled(act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return false
    throw error
  }
}

export function createPasskey(player: Player, deviceName: string): Promise<boolean> {
  return unlessCancelled(async () => {
    const challenge = await passkeyChallenge('player/passkeys')
    const made = (await navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { name: 'Fürstenfeld' },
        user: { id: new TextEncoder().encode(player.guest), name: player.name, displayName: player.name },
        pubKeyCredParams: [ES256, EDDSA].map(alg => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    })) as PublicKeyCredential
    const response = made.response as AuthenticatorAttestationResponse
    await addPasskey({
      challenge,
      name: deviceName,
      credential: base64url(made.rawId),
      client_data: base64url(response.clientDataJSON),
      authenticator_data: base64url(response.getAuthenticatorData()),
      key: base64url(response.getPublicKey()!),
    })
  })
}

export function usePasskey(): Promise<boolean> {
  return unlessCancelled(async () => {
    const challenge = await passkeyChallenge('sign-in')
    const found = (await navigator.credentials.get({
      publicKey: { challenge: bytesOf(challenge), userVerification: 'required' },
    })) as PublicKeyCredential
    const response = found.response as AuthenticatorAssertionResponse
    await signInByPasskey({
      challenge,
      credential: base64url(found.rawId),
      client_data: base64url(response.clientDataJSON),
      authenticator_data: base64url(response.authenticatorData),
      signature: base64url(response.signature),
    })
  })
}
