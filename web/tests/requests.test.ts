// What a request that fails tells the page: the server's code, or that nothing answered.

import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../src/net/socket'

afterEach(() => vi.unstubAllGlobals())

/** Asks once, without a network afterwards, so that nothing is asked again. */
function asked(answer: () => Promise<Response>) {
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('fetch', answer)
  return api('guest', { name: 'Anna' })
}

test.each([
  ['a refusal', { code: 'limit', text: 'Too many.' }, 429, 'limit'],
  ['a proxy whose server is away', '<html>', 502, 'unreachable'],
  ['a request that did not come whole', { code: 'limit', text: 'Too late.' }, 408, 'unreachable'],
  ['something else than the server', '<html>', 404, 'unknown'],
])('%s', async (_, body, status, code) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  await expect(asked(async () => new Response(text, { status }))).rejects.toMatchObject({ code, status })
})

test('nothing', async () => {
  await expect(asked(async () => Promise.reject(new TypeError('Failed to fetch')))).rejects.toMatchObject({ code: 'unreachable' })
})
