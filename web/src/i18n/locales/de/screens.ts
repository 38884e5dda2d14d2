import type { Like } from '../like'
import type { screens as english } from '../en/screens'

export const screens: Like<typeof english> = {
}
