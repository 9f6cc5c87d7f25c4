import { formatCount } from '../../kernel/numbers.ts'
import { capitalize } from '../../kernel/words.ts'
import { list, quotedCommand, summary } from '../extract/text.ts'
import { isSelection, type LedgerEntry } from './ledger.ts'
import { kindNames } from './terminal-states.ts'

/** What the last runs that passed prove; `covered` says whether anything was edited that checks look at. */
export function passWords(entries: readonly LedgerEntry[], covered: boolean): string {
  const runs = entries.flatMap(({ check: { command, passed, failed } }) => {
    const counted = passed === null ? '' : ` ${passed} passed, ${failed ?? 0} failed`
    return command === '' ? [] : [`${quotedCommand(command, null)}${counted}`]
  })
  const shown = runs.length > 0 ? `: ${runs.join('; ')}` : ''
  const text = `${passClause(entries, covered)}${shown}.`
  return summary(text, 'The last checks passed.', null)
}

/** `Tests and lint passed after the last edit`, or how much changed since. */
export function passClause(entries: readonly LedgerEntry[], covered: boolean): string {
  const kinds = capitalize(kindsOf(entries))
  const changed = Math.max(0, ...entries.map(({ changedAfter }) => changedAfter.size))
  if (changed > 0) return `${kinds} passed before the last edit; ${formatCount(changed, 'file')} changed afterwards`
  return covered ? `${kinds} passed after the last edit` : `${kinds} passed`
}

/** `tests, lint and build`. */
export function kindsOf(entries: readonly Pick<LedgerEntry, 'kind' | 'check'>[]): string {
  const names = entries.map(({ kind, check }) =>
    kind !== 'test' ? kindNames[kind] : isSelection(check) ? 'selected tests' : 'tests',
  )
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${list(names.slice(0, -1), 4)} and ${last}` : last
}
