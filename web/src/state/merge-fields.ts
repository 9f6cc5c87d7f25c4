import { mergeTexts } from '../../../src/evidence/merge-texts.ts'
import { mapTextFields } from '../../../src/records/text-fields.ts'
import type { DraftFields } from './drafts.ts'

/** The proposed result of a conflict: all changes of both sides, yours where both changed the same text. */
export function mergeFields(
  base: DraftFields,
  yours: DraftFields,
  theirs: DraftFields,
): { fields: DraftFields; overlaps: number } {
  const body = mergeTexts(base.body, yours.body, theirs.body)
  let { overlaps } = body
  function whole(field: Exclude<keyof DraftFields, 'body'>): string {
    const [from, mine, other] = [base[field], yours[field], theirs[field]]
    if (mine === from) return other
    if (other !== from && other !== mine) overlaps += 1
    return mine
  }
  const fields = {
    ...mapTextFields(field => (field === 'body' ? body.text : whole(field))),
    type: theirs.type,
    related: whole('related'),
    affects: whole('affects'),
    metadata: whole('metadata'),
  }
  return { fields, overlaps }
}
