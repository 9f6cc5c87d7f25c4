import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempHome } from '../../../test/support/tempdir.ts'
import { allowsScriptedModels, scriptedModel, scriptedModels } from './scripted-model.ts'

const step = (content: string, signal = new AbortController().signal) => ({
  messages: [{ role: 'user' as const, content }],
  structured: false,
  turn: null,
  signal,
})

it('the scripted model says its replies in order, filled with what the running turn shows, and keeps every prompt', async () => {
  const replies = [
    '{{nonce}} {{nonce:prev}}.',
    '{{nonce}} {{nonce:prev}}',
    '{{receipt:last}} {{receipt:1}} {{receipt:9}}.',
  ]
  const speaker = scriptedModel(replies)
  const said: string[] = []
  const shown = ['TOOL_NONCE: aa', 'x\nTOOL_NONCE: bb', 'receipt_id: rcpt_000000000001\nreceipt_id: rcpt_000000000002']
  for (const content of shown) said.push((await speaker.complete(step(content))).text)
  expect(said).toEqual(['aa .', 'bb aa', 'rcpt_000000000002 rcpt_000000000001 .'])
  expect(speaker.requests.map(({ messages }) => messages[0]?.content)).toEqual(shown)
  await expect(speaker.complete(step('more'))).rejects.toMatchObject({ code: 'provider_empty' })
})

it('the scripted model sleeps, fails and hangs as its script says, until the caller gives up', async () => {
  const speaker = scriptedModel(['{{sleep:5}}awake', '{{fail:provider_auth}}', '{{hang}}'])
  expect(await speaker.complete(step(''))).toEqual({ text: 'awake', usage: null })
  await expect(speaker.complete(step(''))).rejects.toMatchObject({ code: 'provider_auth' })
  const leaving = new AbortController()
  const hanging = speaker.complete(step('', leaving.signal))
  leaving.abort(new Error('gone'))
  await expect(hanging).rejects.toThrow('gone')
})

it('the scripted model is there only for tests that ask for it, with a place in the script per agent', async () => {
  expect([allowsScriptedModels({}), allowsScriptedModels({ DAYBOOK_TEST_PROVIDERS: '0' })]).toEqual([false, false])
  expect(scriptedModels({ DAYBOOK_TEST_SCRIPT: 'x' })).toBeUndefined()
  const file = join(tempHome(), 'script.json')
  writeFileSync(file, JSON.stringify({ critic: ['one', 'two'], writer: ['three'] }))
  const speakers = scriptedModels({ DAYBOOK_TEST_PROVIDERS: '1', DAYBOOK_TEST_SCRIPT: file })
  const say = async (id: string) => (await speakers?.({ id }).complete(step('')))?.text
  expect([await say('critic'), await say('writer'), await say('critic')]).toEqual(['one', 'three', 'two'])
})
