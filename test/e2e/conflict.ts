import type { Record as RecordShape } from '../../src/records/schema.ts'
import { expectVisible, type startTestServer } from './test-server.ts'

/** A page whose save met a newer version of the record. */
export async function beginConflict({ call, createProject, startChat, visit }: ReturnType<typeof startTestServer>) {
  const { id, path } = await createProject()
  const other = startChat(id)
  const { id: record } = await other.write({ title: 'Shared', body: 'one\ntwo\nthree\nfour\nfive\n' })
  const page = await visit(`${path}/${record}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Body' }).fill('ONE\ntwo\nthree\nfour\nfive\n')
  await other.update(record, { body: 'one\ntwo\nthree\nfour\nFIVE\n', summary: 'Theirs' })
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByRole('heading', { level: 1, name: `Conflict in ${record}` }))
  const stored = async () => (await call<{ record: RecordShape }>('show_record', { id: record })).record
  return { page, record, other, stored, project: id }
}
