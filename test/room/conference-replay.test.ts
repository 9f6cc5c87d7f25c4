import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roomConferenceReplay, roomRoundCancel, roomRoundStart } from '../../src/room/conference/operations.ts'
import { openConferences } from '../../src/room/conference/store.ts'
import {
  abstain,
  callOf,
  done,
  grounded,
  type Meeting,
  meetingIn,
  openMeeting,
  quote,
  reading,
  scene,
} from './support/conference.ts'

const answered = grounded.replace('{{receipt:last}}', '{{receipt:1}}')
const invented = `Blue.\nEvidence: ${scene}: "out of her bright blue eyes" receipt_id: {{receipt:last}}`

/** Two rounds with everything in them: calls, a rejected call, answers, a retry, a rejection, an abstention, a failure. */
async function recordedMeeting() {
  const locating = JSON.stringify({
    action: 'tool',
    tool: 'search_issues',
    args: { status: 'all' },
    nonce: '{{nonce}}',
  })
  const meeting = await openMeeting({
    chief: [reading, locating, done, answered, callOf('file_reader', { file_path: scene }, 'f'.repeat(32)), abstain],
    writer: ['ABSTAIN.', abstain, 'STOP_HOOK: conflict\nTwo accounts.'],
    editor: [invented, invented, '{{fail:provider_timeout}}'],
    critic: [answered, abstain],
  })
  await meeting.round()
  await meeting.round('And now?')
  return meeting
}

const replay = (meeting: Meeting) => meeting.call(roomConferenceReplay, { id: meeting.id })

describe('the replay of a conference', () => {
  let meeting: Awaited<ReturnType<typeof recordedMeeting>>
  beforeAll(async () => {
    meeting = await recordedMeeting()
  })
  afterAll(() => meeting.close())

  it('the replay of a conference reproduces every accept, reject, nonce and receipt byte for byte, and writes nothing', async () => {
    const { room, id } = meeting
    const states = async () => [
      await room.audit.log(id),
      await meeting.events(),
      await meeting.record(1),
      await meeting.record(2),
      await room.issues.all(),
    ]
    const before = await states()
    expect(await replay(meeting)).toEqual({
      conferenceId: id,
      reproduced: true,
      rounds: 2,
      turns: 10,
      replies: 14,
      receipts: 2,
      mismatch: null,
      changedFiles: [],
      promptsChanged: 0,
    })
    expect(await states()).toEqual(before)
    const recording = join(room.control, 'conferences', id, 'recordings', '1.jsonl')
    expect(statSync(recording).mode & 0o777).toBe(0o600)
    const [first] = await room.audit.receiptsOf(id)
    expect(readFileSync(recording, 'utf8')).toContain(`\\"nonce\\":\\"${first?.nonce}\\"`)
  })

  it('the replay of a conference keeps no prompt in a recording, only what it hashed to', async () => {
    const recording = readFileSync(
      join(meeting.room.control, 'conferences', meeting.id, 'recordings', '1.jsonl'),
      'utf8',
    )
    expect(recording).not.toContain('Tool Call Protocol')
    expect(recording).not.toContain('The following data was retrieved')
    expect(recording).toContain('"prompt":{"bytes":')
  })

  it('the replay of a conference replays what is over while another round runs, and afterwards how far that one went', async () => {
    const other = await openMeeting({ chief: [reading, done, abstain, reading, '{{hang}}'] })
    const { id } = other
    await other.round()
    await other.call(roomRoundStart, { id, prompt: 'x' })
    await expect.poll(() => other.models.chief?.requests.length).toBe(5)
    expect(await replay(other)).toMatchObject({ reproduced: true, rounds: 1, receipts: 1 })
    await other.call(roomRoundCancel, { id, n: 2 })
    expect(await replay(other)).toMatchObject({ reproduced: true, rounds: 2, turns: 3, replies: 4, receipts: 2 })
  })

  it('the replay of a conference names a reply that was changed in the recording', async () => {
    const undo = change(meeting, 'recordings/1.jsonl', text => text.replace(quote, 'out of her brown eyes'))
    expect(await replay(meeting)).toMatchObject({
      reproduced: false,
      mismatch: { round: 1, agentId: 'chief', what: 'reply 1' },
    })
    undo()
  })

  it('the replay of a conference names an answer that was changed in the record of the round, and one that was changed in the journal', async () => {
    const undo = change(meeting, 'rounds/1.json', text => text.replaceAll('Her eyes are green', 'Her eyes are gray'))
    expect((await replay(meeting)).mismatch).toMatchObject({ round: 1, agentId: 'chief', what: 'content' })
    undo()
    const redo = change(meeting, 'events.jsonl', text => text.replace('Her eyes are green', 'Her eyes are blond'))
    const again = reopened(meeting)
    expect((await replay(again)).mismatch).toMatchObject({ round: 1, agentId: 'chief', what: 'event: content' })
    redo()
  })

  it('the replay of a conference names a receipt that was changed in the log', async () => {
    const [receipt] = await meeting.room.audit.receiptsOf(meeting.id)
    const log = join(meeting.room.control, 'audit', 'sessions', meeting.id, 'tool_receipts.jsonl')
    const before = readFileSync(log, 'utf8')
    writeFileSync(log, before.replace('"inputs":{"end_line":17', '"inputs":{"end_line":18'))
    expect((await replay(meeting)).mismatch).toMatchObject({
      round: 1,
      agentId: 'chief',
      what: `receipt ${receipt?.receipt_id}: inputs`,
    })
    writeFileSync(log, before)
    expect((await replay(meeting)).reproduced).toBe(true)
    writeFileSync(log, before.replace(/"signature":"[0-9a-f]{4}/, '"signature":"0000'))
    expect(await replay(meeting)).toMatchObject({ mismatch: { what: 'verification of the receipts', replayed: 'ok' } })
    writeFileSync(log, before)
  })

  it('the replay of a conference names a file of the workspace that is not what it was', async () => {
    const file = join(meeting.root, scene)
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, before.replace('green eyes', 'brown eyes'))
    meeting.room.workspace.vfs.forget()
    expect(await replay(meeting)).toMatchObject({
      reproduced: false,
      changedFiles: [scene],
      mismatch: { round: 1, what: `file changed since: ${scene}` },
    })
    writeFileSync(file, before)
    meeting.room.workspace.vfs.forget()
    expect(await replay(meeting)).toMatchObject({ reproduced: true, changedFiles: [] })
  })

  it('the replay of a conference names a turn whose recording is gone', async () => {
    const turnId = (await meeting.record(2)).turns[0]?.turnId ?? ''
    change(meeting, 'recordings/2.jsonl', text =>
      text
        .split('\n')
        .filter(line => !line.includes(turnId))
        .join('\n'),
    )
    expect((await replay(meeting)).mismatch).toMatchObject({ round: 2, what: `recording of ${turnId}` })
  })
})

/** Changes a file of the conference; answers how to undo it. */
function change({ room, id }: Meeting, name: string, work: (text: string) => string): () => void {
  const file = join(room.control, 'conferences', id, name)
  const before = readFileSync(file, 'utf8')
  const after = work(before)
  expect(after).not.toBe(before)
  writeFileSync(file, after)
  return () => writeFileSync(file, before)
}

/** The same room with nothing of it in memory. */
function reopened(meeting: Meeting): Meeting {
  const room = { ...meeting.room, conferences: openConferences(meeting.room) }
  const context = (call = {}) => ({
    ...meeting.context(call),
    rooms: { ...meeting.context().rooms, of: async () => room },
  })
  return meetingIn({ ...meeting, room, context }, meeting.id)
}
