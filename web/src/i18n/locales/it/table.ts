import type { Like } from '../like'
import type { table as english } from '../en/table'

export const table: Like<typeof english> = {
}
