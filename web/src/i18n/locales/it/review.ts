import type { Like } from '../like'
import type { review as english } from '../en/review'

export const review: Like<typeof english> = {
}
