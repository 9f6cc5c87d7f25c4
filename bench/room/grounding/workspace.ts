import { openRoom, type Room } from '../../../test/room/evidence-room.ts'
import { seededRandom } from '../../harness/random.ts'
import { type Encoding, proseLine } from './prose.ts'

/** A room of invented scenes in one encoding, with a receipt for each of them. */
export interface GroundingRoom {
  encoding: Encoding
  room: Room
  scenes: { path: string; lines: string[]; content: string; receipt: string }[]
  /** Of another session of the same project. */
  foreignReceipts: string[]
}

const scenesPerRoom = 12
const linesPerScene = 120

export function openGroundingRoom(encoding: Encoding, seed: number): GroundingRoom {
  const random = seededRandom(seed)
  const newline = encoding === 'CRLF' ? '\r\n' : '\n'
  const texts = Array.from({ length: scenesPerRoom }, (_, index) => {
    const lines = Array.from({ length: linesPerScene }, (_, line) =>
      line % 6 === 5 ? '' : proseLine(encoding, random),
    )
    const name = encoding === 'CJK' ? `场景-${index + 1}-夜` : `SCN-${index + 1}-night`
    return { path: `Story/Scenes/${name}.md`, lines, content: lines.join(newline) + newline }
  })
  const room = openRoom(Object.fromEntries(texts.map(({ path, content }) => [path, content])))
  const scenes = texts.map(text => ({ ...text, receipt: room.receipt({ touched: [text.path] }).receipt_id }))
  const foreignReceipts = texts.map(
    ({ path }) => room.receipt({ session_id: 'chat_ffffffffffffffff', touched: [path] }).receipt_id,
  )
  return { encoding, room, scenes, foreignReceipts }
}
