import type { Measure } from './measure.ts'
import { p01 } from './p01-ref.ts'
import { p02 } from './p02-create.ts'
import { p03 } from './p03-activate.ts'
import { p04 } from './p04-processes.ts'
import { p05 } from './p05-search.ts'
import { p06 } from './p06-common-word.ts'
import { p07 } from './p07-size.ts'
import { p08 } from './p08-list.ts'
import { p09 } from './p09-overview.ts'
import { p10 } from './p10-sync.ts'
import { p12 } from './p12-memory.ts'

/** P1–P12 of the specification of Records, in its order; P11 is in bench:start. */
export const measures: readonly Measure[] = [p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p12]
