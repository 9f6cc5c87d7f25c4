import type { z } from 'zod'
import type { Operation } from '../../../src/kernel/operation.ts'
import { roomConferenceOpen, roomRoundRun, roomRoundShow } from '../../../src/room/conference/operations.ts'
import type { ConferenceEvent } from '../../../src/room/conference/schema.ts'
import type { RoomContext } from '../../../src/room/context.ts'
import type { ScriptedModel } from '../../../src/room/providers/scripted-model.ts'
import { type OpenedRoom, openTestRoom } from './open-room.ts'

export const scene = 'Story/Scenes/SCN-04-the-causeway.md'
export const quote = 'out of her green eyes'

export function callOf(tool: string, args: object, nonce = '{{nonce}}'): string {
  return JSON.stringify({ tool, args, nonce })
}

/** A call of phase 1 that is right in every respect. */
export const reading = callOf('file_reader', { file_path: scene, start_line: 17, end_line: 17 })
export const done = JSON.stringify({ action: 'final', nonce: '{{nonce}}' })
export const grounded = `Her eyes are green here.\n**Evidence:** ${scene} line 17: "${quote}" receipt_id: {{receipt:last}}`
export const abstain = 'ABSTAIN'

export interface Meeting extends OpenedRoom {
  id: string
  /** Calls an operation as every interface does: its arguments and its answer both fit their schemas. */
  call<I extends z.ZodObject, O extends z.ZodObject>(
    operation: Operation<RoomContext, I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>>
  /** Runs a round to its end; answers its record. */
  round(prompt?: string, more?: object): ReturnType<Meeting['record']>
  record(number: number): Promise<z.output<(typeof roomRoundShow)['output']>>
  events(type?: string): Promise<readonly ConferenceEvent[]>
}

/** A conference on the sample, with the replies of each who takes part; the Chief gathers one line unless told else. */
export async function openMeeting(
  scripts: { [agentId: string]: readonly string[] },
  options: Parameters<typeof openTestRoom>[0] = {},
): Promise<Meeting & { models: { [agentId: string]: ScriptedModel } }> {
  const opened = await openTestRoom(options)
  const models = Object.fromEntries(
    Object.entries(scripts).map(([agentId, replies]) => [agentId, opened.script(agentId, replies)]),
  )
  const meeting = meetingIn(opened)
  const { id } = await meeting.call(roomConferenceOpen, { attendees: Object.keys(scripts) })
  return { ...meetingIn(opened, id), models }
}

export function meetingIn(opened: OpenedRoom, id = ''): Meeting {
  const call: Meeting['call'] = async (operation, input) =>
    operation.output.parse(await operation.run(operation.input.parse(input), opened.context()))
  const record: Meeting['record'] = number => call(roomRoundShow, { id, n: number })
  return {
    ...opened,
    id,
    call,
    record,
    async round(prompt = 'What color are her eyes?', more = {}) {
      const { number } = await call(roomRoundRun, { conferenceId: id, prompt, ...more })
      return record(number)
    },
    async events(type) {
      const all = await opened.room.conferences.files(id).journal.all()
      return all.filter(event => type === undefined || event.type === type)
    },
  }
}

/** Every prompt somebody was shown, as one text each. */
export function promptsOf({ requests }: ScriptedModel): string[] {
  return requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'))
}
