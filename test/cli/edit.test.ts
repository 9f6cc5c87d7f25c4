import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ensureBuilt } from '../support/built.ts'
import { note, tempDaybook } from './temp-daybook.ts'

const program = fileURLToPath(new URL('../../bin/daybook.js', import.meta.url))

/** A Daybook with one record, and an editor that is a script: `$1` is the draft, `daybook` the program. */
async function tempDaybookWithEditor(script: string) {
  ensureBuilt('program')
  const mine = tempDaybook()
  await mine.call('create_record', {
    ...note,
    related: [],
    metadata: { effort: 2, owner: { name: 'Nell', team: 'a' } },
  })
  const editor = join(mine.home, 'my editor.sh')
  writeFileSync(editor, `#!/bin/sh\nset -e\ndaybook() { '${process.execPath}' '${program}' "$@"; }\n${script}\n`)
  chmodSync(editor, 0o700)
  const edit = (...flags: string[]) => mine.run(['records', 'edit', 'R1', ...flags], { env: { EDITOR: `'${editor}'` } })
  const drafts = () => (existsSync(join(mine.home, 'drafts')) ? readdirSync(join(mine.home, 'drafts')) : [])
  return { ...mine, edit, drafts }
}

test('an edit is written with what changed, and leaves no draft and no open session', async () => {
  const { edit, call, drafts } = await tempDaybookWithEditor(
    `sed -i 's/^title: .*/title: A better note/; s/Second/2nd/' "$1"`,
  )
  const { code, stdout } = await edit()
  expect([code, stdout]).toEqual([0, 'R001  v2  A better note\n'])
  const { record } = await call('show_record', { id: 'R001' })
  expect(record).toMatchObject({ title: 'A better note', summary: note.summary, body: 'First line\n2nd line\n' })
  const { history } = await call('get_record_history', { id: 'R001' })
  expect(history[0].fields).toEqual(['title', 'body'])
  const { sessions } = await call('list_sessions')
  expect(sessions.filter((session: { status: string }) => session.status !== 'closed')).toHaveLength(1)
  expect(drafts()).toEqual([])
})

test('metadata and links are edited in the header, removed keys included', async () => {
  const { edit, call } = await tempDaybookWithEditor(
    `sed -i 's/^metadata: .*/metadata: {"owner":{"name":"Tom"},"new":[1]}/' "$1"`,
  )
  expect((await edit()).code).toBe(0)
  const { record } = await call('show_record', { id: 'R001' })
  expect(record.metadata).toEqual({ owner: { name: 'Tom' }, new: [1] })
})

test('a draft left as it was writes nothing', async () => {
  const { edit, call, drafts } = await tempDaybookWithEditor('true')
  const { code, stdout, stderr } = await edit()
  expect([code, stdout, stderr]).toEqual([0, '', 'Nothing was changed.\n'])
  expect((await call('get_record_ref', { id: 'R001' })).version).toBe(1)
  expect(drafts()).toEqual([])
})

test('a change by another caller is not overwritten: exit code 5, draft kept, both sides shown', async () => {
  const theirs = `S=$(daybook call activate --id R1 | sed 's/.*"session_id":"\\([^"]*\\)".*/\\1/')
daybook call update_record --id R1 --body 'First line
Second line by them
' --session "$S" > /dev/null`
  const { edit, call, drafts, home } = await tempDaybookWithEditor(
    `sed -i 's/Second line/Second line by me/' "$1"\n${theirs}`,
  )
  const { code, stdout, stderr } = await edit()
  expect(code).toBe(5)
  expect(stdout).toBe(
    'body\n@@ line 2: changed by both, differently\n| Second line\n< Second line by me\n> Second line by them\n',
  )
  const [draft = ''] = drafts()
  const file = join(home, 'drafts', draft)
  expect(stderr).toContain(file)
  expect(readFileSync(file, 'utf8')).toContain('Second line by me')
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
  const { record } = await call('show_record', { id: 'R001' })
  expect(record).toMatchObject({ version: 2, body: 'First line\nSecond line by them\n' })
})

test('with --json a conflict is the answer of update_record', async () => {
  const { edit } = await tempDaybookWithEditor(`echo mine >> "$1"
S=$(daybook call activate --id R1 | sed 's/.*"session_id":"\\([^"]*\\)".*/\\1/')
daybook call update_record --id R1 --title theirs --session "$S" > /dev/null`)
  const { code, stdout } = await edit('--json')
  expect(code).toBe(5)
  expect(JSON.parse(stdout)).toMatchObject({ applied: false, conflict: { base_version: 1, current_version: 2 } })
})

test.each([
  ['a header that lost its end', `printf 'no header at all' > "$1"`, 2],
  ['an unknown key', `sed -i 's/^summary:/sumary:/' "$1"`, 2],
  ['metadata that is not JSON', `sed -i 's/^metadata: .*/metadata: {oops/' "$1"`, 2],
  ['a blank title', `sed -i 's/^title: .*/title:/' "$1"`, 2],
  ['an editor that fails', `echo more >> "$1"; exit 3`, 1],
])('%s keeps the draft and writes nothing', async (_, script, exit) => {
  const { edit, call, drafts } = await tempDaybookWithEditor(script)
  const { code, stdout, stderr } = await edit()
  expect([code, stdout]).toEqual([exit, ''])
  expect(stderr).toContain('Your text is kept in ')
  expect(drafts()).toHaveLength(1)
  expect((await call('get_record_ref', { id: 'R001' })).version).toBe(1)
})

test('text that no header line can hold survives an edit of something else', async () => {
  const mine = tempDaybook()
  const summary = '"quoted" start, two\nlines and \u2028 more'
  const body = '---\nstarts like a header\r\nno end of line'
  await mine.call('create_record', { ...note, summary, body })
  const { code } = await mine.runAlone(['records', 'edit', 'R1'], {
    env: { EDITOR: `sed -i 's/^title: .*/title: New/'` },
  })
  expect(code).toBe(0)
  const { record } = await mine.call('show_record', { id: 'R001' })
  expect(record).toMatchObject({ title: 'New', summary, body, version: 2 })
})
