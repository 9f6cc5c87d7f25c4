import { statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from '../../files/lock.ts'
import { replaceFile } from '../../files/replace.ts'
import { frozen } from '../store/frozen.ts'
import { jsonLines } from '../store/json-lines.ts'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import { changeBetween, changed, RoundChange } from './round-change.ts'
import { isOver } from './round-states.ts'
import { Round } from './schema.ts'

/** The record of a round, changed as a whole value. */
export interface RoundStore extends JsonStore<Round | null> {
  /** A change that survives the end of the process, and a power cut only once a later change does. */
  note: JsonStore<Round | null>['change']
}

export interface RoundPlace {
  /** Of the conference. */
  folder: string
  locks: string
  number: number
  now: () => string
}

const waitMs = 30_000

/**
 * While a round runs its steps are lines beside the record as it was when it began; when it is over the record is
 * written whole and the lines go.
 */
export function roundStore({ folder, locks, number, now }: RoundPlace): RoundStore {
  const rounds = join(folder, 'rounds')
  const [file, linesFile] = [join(rounds, `${number}.json`), join(rounds, `${number}.changes.jsonl`)]
  const lock = join(locks, `${number}.json.lock`)
  const whole = jsonStore({ file, locks, schema: Round.nullable(), empty: () => null })
  // Replies may hold text that has no canonical spelling, and a record keeps its fields in their order.
  const spell = (change: RoundChange) => `${JSON.stringify(change)}\n`
  const lines = jsonLines({ file: linesFile, lock: null, schema: RoundChange, now, spell })
  let known: { round: Round; end: number } | undefined

  return {
    read,
    change: work => update(work, lines.append),
    note: work => update(work, lines.note),
  }

  async function read(): Promise<Round | null> {
    const begun = await whole.read()
    // The process that ended the round wrote the record whole, and may have been killed before it removed the lines.
    if (!begun || isOver(begun.state)) return begun
    const size = statSync(linesFile, { throwIfNoEntry: false })?.size ?? 0
    const before = known?.round.roundId === begun.roundId && known.end <= size ? known : { round: begun, end: 0 }
    const { lines: more, end } = lines.readFrom(before.end)
    // A round that was never announced may have left lines under the number that the next one gets.
    const own = more.filter(({ roundId }) => roundId === begun.roundId)
    known = { round: frozen(own.reduce(changed, before.round)), end }
    return known.round
  }

  async function update<R>(
    work: (round: Round | null) => { next: Round | null; result: R } | { result: R },
    add: (changes: readonly RoundChange[]) => Promise<void>,
  ): Promise<R> {
    return withLock(lock, 'named', waitMs, async () => {
      const before = await read()
      const done = work(before)
      if (!('next' in done)) return done.result
      const { next, result } = done
      if (next && next.roundId === before?.roundId && !isOver(next.state)) await add([changeBetween(before, next)])
      else await writeWhole(next)
      return result
    })
  }

  async function writeWhole(round: Round | null): Promise<void> {
    await mkdir(rounds, { recursive: true, mode: 0o700 })
    await replaceFile(file, `${JSON.stringify(round, null, 2)}\n`)
    await rm(linesFile, { force: true })
  }
}
