import type { Engine } from '../dialect.ts'

export interface Migration {
  version: number
  up(engine: Engine): string[]
}
