import { statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { withLock } from '../../files/lock.ts'
import { replaceFile } from '../../files/replace.ts'
import { defined } from '../../kernel/json.ts'
import { jsonLines } from '../store/json-lines.ts'
import { frozen, type JsonStore, jsonStore } from '../store/json-store.ts'
import { isOver, Round, RoundTurn } from './schema.ts'

/** The record of a round, changed as a whole value. */
export interface RoundStore extends JsonStore<Round | null> {
  /** A change that survives the end of the process, and a power cut only once a later change does. */
  note: JsonStore<Round | null>['change']
}

interface RoundPlace {
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
      if (next && next.roundId === before?.roundId && !isOver(next.state)) await add([diffRounds(before, next)])
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

/** What one step made of a round: the fields that are new or other than before, and the turns that are. */
export const RoundChange = z.strictObject({
  roundId: z.string(),
  fields: Round.omit({ turns: true }).partial(),
  gone: z.array(z.string()).optional(),
  turns: z.array(z.strictObject({ at: z.int().min(0), turn: RoundTurn })).optional(),
})
export type RoundChange = z.output<typeof RoundChange>

/** What leads from one state of a round to a later one; turns are added and changed, never taken away. */
export function diffRounds(before: Round, after: Round): RoundChange {
  const { turns: turnsBefore, ...had } = before
  const { turns: turnsAfter, ...has } = after
  const fields = Object.entries(has).filter(([name, value]) => !isSame(had[name], value))
  const gone = Object.keys(had).filter(name => has[name] === undefined)
  const turns = turnsAfter.map((turn, at) => ({ at, turn })).filter(({ at, turn }) => !isSame(turnsBefore[at], turn))
  return {
    roundId: after.roundId,
    fields: Object.fromEntries(fields),
    ...(gone.length > 0 && { gone }),
    ...(turns.length > 0 && { turns }),
  }
}

/** Every line says what is, not what was added, so one that counted already may be counted again. */
export function changed(round: Round, { fields, gone = [], turns = [] }: RoundChange): Round {
  const kept = Object.entries(round).filter(([name]) => !gone.includes(name))
  const all = [...round.turns]
  for (const { at, turn } of turns) all[at] = turn
  // What is gone was optional, or it could not have gone.
  return { ...(Object.fromEntries(kept) as Round), ...defined(fields), turns: all }
}

/** A step copies what it leaves alone, so most values are the very same. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
