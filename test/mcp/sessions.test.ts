import { describe, expect, it } from 'vitest'
import { serving } from '../http/serving.ts'
import { mcpStdioCommand, runPreloaded } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { type Chat, connect } from './clients.ts'

const note = { type: 'note', title: 'A title', summary: 'A summary.', body: 'A body.' }
const open = connect['the client of 2025-11-25']

describe('a session named in the request', () => {
  it('a session named in the request counts as named, in either revision', async () => {
    const home = tempHome()
    const session = await newSession(home)
    for (const client of [connect['the client of 2026-07-28'], connect['the client of 2025-11-25']]) {
      const chat = await client(mcpStdioCommand({ home }))
      const answer = await chat.call('save_session', {}, { 'daybook/session_id': session })
      expect(answer.structuredContent).toMatchObject({ session_id: session, session_resolution: 'explicit' })
    }
  })

  it('a session named in the request gives way to the one in the arguments', async () => {
    const chat = await open(mcpStdioCommand({ home: tempHome() }))
    const one = await result(chat, 'create_record', { ...note, conversation_id: 'one' })
    const other = await result(chat, 'create_record', { ...note, conversation_id: 'other' })
    const meta = { 'daybook/session_id': other.session_id }
    const answer = await chat.call('save_session', { session_id: one.session_id }, meta)
    expect(answer.structuredContent).toMatchObject({ session_id: one.session_id, saved_records: ['R001'] })
  })

  it('a session named in the request is not overlooked when it is unknown or no name at all', async () => {
    const chat = await open(mcpStdioCommand({ home: tempHome() }))
    await result(chat, 'create_record', note)
    for (const given of ['ses_unknown', 7, null, { id: 'ses_unknown' }]) {
      const answer = await chat.call('save_session', {}, { 'daybook/session_id': given })
      const refusal = { isError: true, structuredContent: { error: { code: 'SESSION_NOT_FOUND' } } }
      expect(answer, JSON.stringify(given)).toMatchObject(refusal)
    }
  })

  it('a session named in the request can be named once for the whole process', async () => {
    const home = tempHome()
    const session = await newSession(home)
    const chat = await open(mcpStdioCommand({ home, args: ['--session', session] }))
    expect(await result(chat, 'save_session')).toMatchObject({ session_id: session, session_resolution: 'explicit' })
  })
})

describe('two chats in one stdio process', () => {
  it('two chats in one stdio process with their own conversation ids never meet, and leave no current session', async () => {
    const chat = await open(mcpStdioCommand({ home: tempHome() }))
    const one = await result(chat, 'create_record', { ...note, conversation_id: 'one' })
    const other = await result(chat, 'create_record', { ...note, conversation_id: 'other' })
    expect(one.session_id).not.toBe(other.session_id)

    const foreign = await chat.call('update_record', { id: 'R001', body: 'Mine', conversation_id: 'other' })
    expect(foreign.structuredContent).toMatchObject({ error: { code: 'NOT_ACTIVATED' } })
    const own = await result(chat, 'update_record', { id: 'R001', body: 'Mine', conversation_id: 'one' })
    expect(own).toMatchObject({ applied: true, session_id: one.session_id, session_resolution: 'conversation' })
    const sessionless = await chat.call('save_session')
    expect(sessionless.structuredContent).toMatchObject({ error: { code: 'SESSION_NOT_FOUND' } })
  })

  it('two chats in one stdio process that name their session do not move the current one', async () => {
    const chat = await open(mcpStdioCommand({ home: tempHome() }))
    const named = await result(chat, 'create_record', { ...note, conversation_id: 'named' })
    const current = await result(chat, 'create_record', note)
    expect(current).toMatchObject({ session_resolution: 'created' })
    await result(chat, 'activate', { id: 'R001', session_id: named.session_id })
    expect(await result(chat, 'save_session')).toMatchObject({
      session_id: current.session_id,
      session_resolution: 'implicit',
    })
  })
})

describe('a restart between calls', () => {
  it('a restart between calls changes nothing for a chat that names its session', async () => {
    const home = tempHome()
    const before = await open(mcpStdioCommand({ home }))
    const { session_id } = await result(before, 'create_record', note)
    await before.close()
    const after = await open(mcpStdioCommand({ home }))
    expect(await result(after, 'update_record', { id: 'R001', body: 'Two', session_id })).toMatchObject({
      applied: true,
    })
    expect(await result(after, 'create_record', { ...note, parent_id: 'R001', session_id })).toMatchObject({ tick: 3 })
    expect(await result(after, 'close_session', { session_id })).toMatchObject({
      deactivated_records: ['R001', 'R002'],
    })
  })
})

describe('over HTTP', () => {
  it('no session is current, and a request that names one is answered in it', async () => {
    const { url } = await serving()
    for (const client of Object.values(connect)) {
      const chat = await client(new URL('/mcp', url))
      const { session_id, record } = await result(chat, 'create_record', note)
      const id = (record as { id: string }).id
      const unnamed = await chat.call('update_record', { id, body: 'Two' })
      expect(unnamed.structuredContent).toMatchObject({ error: { code: 'NOT_ACTIVATED' } })
      const unsaved = await chat.call('save_session')
      expect(unsaved.structuredContent).toMatchObject({ error: { code: 'SESSION_NOT_FOUND' } })
      const saved = await chat.call('save_session', {}, { 'daybook/session_id': session_id })
      expect(saved.structuredContent).toMatchObject({ session_id, saved_records: [id] })
    }
  })
})

/** A session that another process began. */
async function newSession(home: string): Promise<string> {
  const { stdout } = await runPreloaded(['call', 'create_record', '--json', '-'], { home, input: JSON.stringify(note) })
  return JSON.parse(stdout).session_id
}

async function result(chat: Chat, name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { structuredContent, isError } = await chat.call(name, args)
  expect(isError, JSON.stringify(structuredContent)).toBeFalsy()
  return structuredContent as Record<string, unknown>
}
