import { common } from './common'
import { game } from './game'
import { screens } from './screens'
import { table } from './table'

export const core = { ...game, ...common, ...table, ...screens } as const
