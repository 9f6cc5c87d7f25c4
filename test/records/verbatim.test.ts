import { expect, it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { applyDiff } from './apply-diff.ts'
import { minimalRecord, recordCalls } from './record-calls.ts'

/** Texts that templates, shells, engines, browsers and editors like to change. */
const oneLine = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text that looks like a template is the point
  braces: '{x} {{y}} ${z} $& $1 $$ %s %d %n \\n \\0',
  quotes: `"double" 'single' \`back\` ''twice''`,
  sql: `'; DROP TABLE records; --`,
  html: '</script><b onclick=x>&amp;&lt;',
  blanks: '  two before, two after  ',
  rtl: 'עברית ‏عربي‎ ‮override',
  marks: 'é (composed) é (combining) ñ Å \u1e9b\u0323',
  emoji: '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 ❤️ 🇨🇭',
  width: '\u200b\u200d\ufeff\u00a0\u3000',
  planes: '𝔘𝔫𝔦 \u{10ffff} \ufffe \uffff \ue000',
  json: '{"a":[1,null,"\\u0000"]}',
}
const manyLines = {
  crlf: 'one\r\ntwo\r\n',
  cr: 'one\rtwo\r',
  tabs: '\tone\n\t\ttwo\t\n',
  trailing: 'one  \ntwo\n\n\n',
  controls: '\u0001\u0008\u000b\u000c\u001b[31mred\u007f\u0085\u2028\u2029',
  diff: '--- a\n+++ b\n@@ -1 +1 @@\n-x\n\\ No newline at end of file',
}

onBothEngines('Text', store => {
  const { createRoot, activate, update, transition, must } = recordCalls(store)

  it('Text comes back byte for byte from every operation that returns it', async () => {
    const all = { ...oneLine, ...manyLines }
    for (const [name, text] of Object.entries(all)) {
      const title = name in oneLine ? text : 'A title'
      const metadata = { text, nested: { [text.slice(0, 40)]: [text] } }
      const given = { title, summary: text, body: text, metadata }
      const { id, session } = await createRoot({ ...given, state: 'LATER', reason: text })
      const expected = { ...given, state_reason: text }
      const { context } = await must('activate', { id })
      expect([name, context.target]).toMatchObject([name, expected])
      expect([name, await must('get_record_ref', { id })]).toMatchObject([name, { title, summary: text }])
      const { history } = await must('get_record_history', { id })
      expect([name, history[0].reason]).toEqual([name, text])
      const { from_version } = await must('get_record_diff', { id, from: 'first' })
      expect([name, from_version]).toMatchObject([name, expected])
      await transition(id, session, 'OPEN', { reason: text })
      const { activity } = await must('get_recent_activity', { record_id: id, types: ['state_transition'] })
      expect([name, activity[0].details.reason]).toEqual([name, text])
      const saved = await must('save_session', { session_id: session, summary: text })
      expect(saved.success).toBe(true)
      const feed = await must('get_recent_activity', { types: ['session_saved'], limit: 1 })
      expect([name, feed.activity[0].summary]).toEqual([name, text])
    }
  })

  it('Text comes back byte for byte through update, sync and the diffs of both', async () => {
    const { id, session } = await createRoot({ body: 'Start\n' })
    const reader = await activate(id)
    let before = 'Start\n'
    for (const [name, body] of Object.entries({ ...manyLines, ...oneLine })) {
      const { record } = await update(id, session, { body, summary: body })
      expect([name, record.body, record.summary]).toEqual([name, body, body])
      const [change] = (await must('sync_session', { session_id: reader })).changes
      expect([name, change.new_value.body, change.old_value.body]).toEqual([name, body, before])
      expect([name, applyDiff(before, change.body_diff)]).toEqual([name, body])
      const { diff } = await must('get_record_diff', { id, from: `v${record.version - 1}` })
      expect([name, applyDiff(before, diff.body)]).toEqual([name, body])
      const { history } = await must('get_record_history', { id, limit: 1 })
      expect([name, history[0].diff]).toEqual([name, diff.body])
      before = body
    }
  })

  it('Text of 200 kB is kept, found and compared', async () => {
    const line = (n: number) => `Line ${n} of a long text: ${'ä€😀'.repeat(4)}\r\n`
    const body = Array.from({ length: 3300 }, (_, n) => line(n)).join('')
    const changed = body.replace(line(1500), 'Another line\n').replace(line(3299), 'the end')
    expect(new TextEncoder().encode(body).length).toBeGreaterThan(200_000)
    const { id, session } = await createRoot({ body })
    const { record } = await update(id, session, { body: changed })
    expect(record.body).toBe(changed)
    const { context } = await must('activate', { id })
    expect(context.target.body).toBe(changed)
    const { diff, from_version } = await must('get_record_diff', { id, from: 'v1' })
    expect(from_version.body).toBe(body)
    expect(applyDiff(body, diff.body)).toBe(changed)
    expect(diff.body.length).toBeLessThan(2000)
    const backwards = await must('get_record_diff', { id, from: 'v2', to: 'v1' })
    expect(applyDiff(changed, backwards.diff.body)).toBe(body)
    expect(await must('search_records', { query: 'another line' })).toMatchObject({ total: 1, match: 'all' })
  })

  it('Text is trimmed in the type and nowhere else', async () => {
    const { record } = await must('create_record', {
      ...minimalRecord,
      type: '  Ｎote\u3000',
      title: ' t ',
      body: '\n b',
    })
    expect(record).toMatchObject({ type: 'Ｎote', title: ' t ', body: '\n b' })
    expect((await must('list_records', { types: [' ｎOTE '] })).total).toBe(1)
  })
})
