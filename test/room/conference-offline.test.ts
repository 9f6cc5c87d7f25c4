import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  roomConferenceOpen,
  roomConferenceReplay,
  roomConferenceTranscript,
} from '../../src/room/conference/operations.ts'
import { roomCheckReply } from '../../src/room/evidence/operations.ts'
import { meetingIn } from './support/conference.ts'
import { openTestRoom } from './support/open-room.ts'

const { connect } = Socket.prototype
const called: unknown[] = []

describe('a conference without any model', () => {
  beforeEach(() => {
    called.length = 0
    Socket.prototype.connect = (...address: unknown[]) => {
      called.push(address)
      throw new Error('There is no network.')
    }
  })
  afterEach(() => {
    Socket.prototype.connect = connect
  })

  it('a conference without any model (C14) finds planted contradictions and says both quotes; all it says verifies, and nothing leaves the machine', async () => {
    const opened = await openTestRoom()
    const { id } = await meetingIn(opened).call(roomConferenceOpen, {})
    const meeting = meetingIn(opened, id)
    const planted = [
      ['Check scene 4 against canon. Does anything contradict?', 'green eyes', 'Eyes: gray'],
      ['Check scene 2 against canon. Does anything contradict?', 'every six minutes', 'every four minutes'],
    ]
    for (const [prompt = '', inScene = '', inCard = ''] of planted) {
      const round = await meeting.round(prompt)
      expect(round).toMatchObject({ state: 'closed', phase1: { state: 'accepted' } })
      expect(round.turns).toHaveLength(6)
      const accepted = round.turns.filter(({ state }) => state === 'accepted')
      expect(accepted.map(({ agentId }) => agentId)).toEqual(expect.arrayContaining(['chief', 'continuity']))
      expect(round.turns.filter(({ state }) => state !== 'accepted' && state !== 'abstained')).toEqual([])
      for (const { content = '', role } of accepted) {
        const check = { text: content, role, sessionId: id, roundId: round.roundId }
        expect(await meeting.call(roomCheckReply, check)).toMatchObject({ status: 'accepted' })
      }
      const said = accepted.find(({ agentId }) => agentId === 'continuity')?.content
      expect(said).toContain(inScene)
      expect(said).toContain(inCard)
    }
    expect(await meeting.room.audit.verifySession(id)).toMatchObject({ status: 'ok', count: 2 })
    expect(
      (await meeting.call(roomConferenceTranscript, { id })).messages.filter(({ kind }) => kind === 'notice'),
    ).toEqual([])
    expect(await meeting.call(roomConferenceReplay, { id })).toMatchObject({ reproduced: true, rounds: 2, receipts: 2 })
    expect(called).toEqual([])
  })
})
