// A process that reads scenes through a tool and answers with its peak memory: node <this> <folder> <scenes>
import { mintId } from '../../src/room/ids.ts'
import { runTool } from '../../src/room/turns/run-tool.ts'
import { inventedScene } from './many-files.ts'
import { openBenchRoom } from './open-room.ts'

const [folder = '', count = ''] = process.argv.slice(2)
const { room, close } = await openBenchRoom(folder, false)
const sessionId = mintId('chat', room.random)
const { signal } = new AbortController()
for (let number = 0; number < Number(count); number++) {
  const { ok } = await runTool(room, {
    toolId: 'file_reader',
    requestedTool: undefined,
    args: { file_path: inventedScene(number), start_line: 1, end_line: 62 },
    nonce: null,
    surface: 'chat',
    sessionId,
    turnId: mintId('turn', room.random),
    agentId: 'critic',
    signal,
  })
  if (!ok) throw new Error(`Scene ${number} could not be read.`)
}
await close()
process.send?.(process.resourceUsage().maxRSS * 1024)
process.disconnect?.()
