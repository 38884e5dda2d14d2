import { common } from './common'
import { game } from './game'
import { plan } from './plan'
import { screens } from './screens'
import { table } from './table'

export const core = { ...game, ...common, ...plan, ...table, ...screens } as const
