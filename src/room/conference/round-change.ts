import { z } from 'zod'
import { Round, RoundTurn } from './schema.ts'

/** What one step made of a round: the fields that are new or other than before, and the turns that are. */
export const RoundChange = z.strictObject({
  roundId: z.string(),
  fields: Round.omit({ turns: true }).partial(),
  gone: z.array(z.string()).optional(),
  turns: z.array(z.strictObject({ at: z.int().min(0), turn: RoundTurn })).optional(),
})
export type RoundChange = z.output<typeof RoundChange>

/** What leads from one state of a round to a later one; turns are added and changed, never taken away. */
export function changeBetween(before: Round, after: Round): RoundChange {
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
  return { ...(Object.fromEntries(kept) as Round), ...given(fields), turns: all }
}

/** A step copies what it leaves alone, so most values are the very same. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** A line holds no undefined fields, though its type allows them. */
function given(fields: RoundChange['fields']): Partial<Round> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
