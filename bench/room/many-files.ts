import { seededRandom } from '../harness/random.ts'
import { proseLine } from './grounding/prose.ts'
import { type BenchRoom, openBenchRoom } from './open-room.ts'

/** The path of an invented scene and of one of its lines. */
export const inventedScene = (number: number) => `Story/Scenes/Part-${number % 20}/SCN-${number}-invented.md`

/** The sample and a number of scenes of invented prose, 60 lines each. */
export async function roomWithScenes(folder: string, scenes: number): Promise<BenchRoom> {
  const opened = await openBenchRoom(folder)
  writeScenes(opened, scenes)
  opened.room.workspace.vfs.forget()
  return opened
}

function writeScenes({ write }: BenchRoom, scenes: number): void {
  const random = seededRandom(17)
  for (let number = 0; number < scenes; number++) {
    const lines = Array.from({ length: 60 }, () => proseLine('ASCII', random))
    write(inventedScene(number), `# Scene ${number}\n\n${lines.join('\n')}\n`)
  }
}
