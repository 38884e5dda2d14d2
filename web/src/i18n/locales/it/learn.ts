import type { Like } from '../like'
import type { learn as english } from '../en/learn'

export const learn: Like<typeof english> = {
}
