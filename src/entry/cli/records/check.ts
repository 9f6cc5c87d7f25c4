import type { z } from 'zod'
import { checkRecords } from '../../../records/operations/check-records.ts'
import { rows } from '../rows.ts'
import type { Verb } from '../verb.ts'

/** One table of exit codes for all parts: a verification that found a mismatch. */
const mismatch = 7

export const check: Verb<[], object, z.output<typeof checkRecords.output>> = {
  usage: 'check',
  summary: 'verify everything that must always hold; repairs nothing',
  ask: cli => cli.call(checkRecords, { project_id: cli.project }),
  show({ ok, checked, violations, secrets = [] }, page) {
    page.data(
      rows(
        Object.entries(checked).map(([what, n]) => [String(n), what.replaceAll('_', ' ')]),
        page,
      ),
    )
    for (const { invariant, message, rows: found } of violations) {
      page.data(rows([[{ text: invariant, paint: page.colors.red }, message]], page))
      page.data(
        rows(
          found.map(row => ['', JSON.stringify(row)]),
          page,
        ),
      )
    }
    for (const { id, field, kinds } of secrets)
      page.note(`${id} ${field} holds what looks like a secret: ${kinds.join(', ')}`)
    page.note(ok ? 'Everything holds.' : 'Something does not hold. Keep a copy of the database and report this.')
  },
  exit: ({ ok }) => (ok ? 0 : mismatch),
}
