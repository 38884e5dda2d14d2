import { describe, expect, test } from 'vitest'
import { tableIn } from './link'

describe('the id of a table in what somebody pasted', () => {
  const id = 'm2fzk7tq5xw3avod'
  test.each([id, ` ${id.toUpperCase()} `, `https://beer.example/t/${id}`, `https://beer.example/t/${id}?at=3`, `/t/${id}/`])('%s', text =>
    expect(tableIn(text)).toBe(id),
  )
  test.each(['', 'hello', 'm2fzk7tq5xw3avo', `${id}x`, `https://beer.example/game/${id}`, 'm2fzk7tq5xw3avo1'])('none in "%s"', text =>
    expect(tableIn(text)).toBeNull(),
  )
})
