import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { makeHandle } from '../../../kernel/handles.ts'
import { showRecord } from '../../../records/operations/show-record.ts'
import { updateRecord } from '../../../records/operations/update-record.ts'
import type { Record } from '../../../records/schema.ts'
import { openEditor } from '../editor.ts'
import type { Cli, Verb } from '../verb.ts'
import { visible } from '../visible.ts'
import { changesBetween, type Draft, draftOf, readDraft, writeDraft } from './draft.ts'
import { printConflict } from './edit-conflict.ts'
import { withActive } from './one-shot.ts'

type Updated = z.output<typeof updateRecord.output>

interface Edited {
  base: Record
  /** Absent when nothing was changed and so nothing was asked. */
  answer?: Updated & { yours: Draft; file: string }
}

export const edit: Verb<[record: string], object, Edited> = {
  usage: 'edit <record>',
  summary: 'change title, summary, links and body in your editor ($EDITOR)',
  async ask(cli, _, id) {
    const { record: base } = await cli.call(showRecord, { id })
    const file = draftFile(cli, base)
    const before = draftOf(base)
    const original = writeDraft(base)
    writeFileSync(file, original, { flag: 'wx', mode: 0o600 })
    try {
      await openEditor(file)
      const yours = readDraft(readFileSync(file, 'utf8'), before)
      const changes = changesBetween(before, yours)
      if (Object.keys(changes).length === 0) {
        rmSync(file)
        return { base }
      }
      const answer = await withActive(cli, base.id, session_id =>
        cli.call(updateRecord, { id: base.id, ...changes, base_version: base.version, session_id }),
      )
      if (answer.conflict === undefined) rmSync(file)
      return { base, answer: { ...answer, yours, file } }
    } catch (error) {
      if (existsSync(file) && readFileSync(file, 'utf8') !== original) {
        cli.page.note(`Your text is kept in ${visible(file)}`)
      } else rmSync(file, { force: true })
      throw error
    }
  },
  json({ base, answer }) {
    if (!answer) return { record: base, applied: false, unchanged: true }
    const { yours: _, file: __, ...result } = answer
    return result
  },
  show({ base, answer }, page) {
    if (!answer) return page.note('Nothing was changed.')
    if (answer.conflict) return printConflict({ base, theirs: answer.conflict.other_version, ...answer }, page)
    page.line(`${answer.record.id}  v${answer.record.version}  ${visible(answer.record.title)}`)
  },
  exit: ({ answer }) => (answer?.conflict ? 5 : 0),
}

function draftFile({ home }: Cli, { id, version }: Record): string {
  const folder = join(home, 'drafts')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, `${id}-v${version}-${makeHandle('draft').slice(-6)}.md`)
}
