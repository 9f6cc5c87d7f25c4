import { formatCount } from '../../kernel/numbers.ts'
import { capitalize } from '../../kernel/words.ts'
import { list } from '../extract/text.ts'
import type { AttributedTurn, Attribution } from './attribute.ts'

/** Why a commit is said to be of its turns, in a sentence or two. */
export function reasonOf(
  { turns, telling, unknown, disputed, overtaken }: Attribution,
  nameOf: (turn: Pick<AttributedTurn, 'turn'>) => string,
): string {
  const named = turns.filter(({ confidence }) => confidence !== 'uncertain')
  const made = named.find(({ madeCommit }) => madeCommit)
  const near = named.find(({ nearbyMs }) => nearbyMs !== null)
  const writers = near ? [] : named.filter(({ lines }) => lines > 0)
  const sentences = [
    made &&
      (made.confidence === 'certain'
        ? `${capitalize(nameOf(made))} made the commit.`
        : `${capitalize(nameOf(made))} ran git commit at the time of this commit, and no other turn did.`),
    writers.length > 0 &&
      `Of ${formatCount(telling, 'line')} that say who wrote them, ${list(
        writers.map(
          turn =>
            `${nameOf(turn)} wrote ${turn.lines} (${list(
              turn.files.map(file => file.path),
              2,
            )})`,
        ),
        3,
      )}.`,
    near && nearby(near, nameOf(near)),
    (named.length === 0 || near) && nobody(telling, unknown, near ? turns.filter(({ lines }) => lines > 0) : turns),
    overtaken &&
      `${capitalize(nameOf(overtaken))} changed its files ${ago(overtaken.agoMs)} before, but another session went on in the same folder since.`,
    disputed > 0 && `${lines(disputed)} written by two sessions at the same time.`,
    named.length > 0 && !near && unknown > 0 && `${lines(unknown)} written by no turn that is known.`,
  ]
  return sentences.filter(each => typeof each === 'string').join(' ')
}

function nearby({ files, nearbyMs }: AttributedTurn, name: string): string {
  const before = ago(nearbyMs ?? 0)
  const changed = list(
    files.map(({ path }) => path),
    2,
  )
  if (files.length === 0) {
    return `${capitalize(name)} was at work on the branch of the commit ${before} before, and no other session was in the day before.`
  }
  return `${capitalize(name)} changed ${changed} ${before} before, and no other session came near.`
}

function ago(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return minutes < 120 ? formatCount(minutes, 'minute') : formatCount(Math.round(minutes / 60), 'hour')
}

function nobody(telling: number, unknown: number, turns: readonly AttributedTurn[]): string {
  if (telling === 0) return 'Nothing in this commit says who wrote it: no line is long enough to be told apart.'
  if (turns.length === 0)
    return `None of its ${formatCount(telling, 'line')} is known from a transcript: written by a person, or by a program.`
  const known = telling - unknown
  return `Only ${known} of ${formatCount(telling, 'line')} ${known === 1 ? 'is' : 'are'} known from transcripts, too few to tell.`
}

function lines(count: number): string {
  return `${formatCount(count, 'line')} ${count === 1 ? 'was' : 'were'}`
}
