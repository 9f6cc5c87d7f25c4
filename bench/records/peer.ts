import { join } from 'node:path'
import { npmPeer } from '../harness/npm-peer.ts'
import { projectRoot } from '../harness/workspace.ts'

const name = '@modelcontextprotocol/server-memory'
const version = '2026.8.31'

export const peerName = `server-memory ${version}`

/** The program of the reference memory server, installed beside the project on first use; never a dependency of it. */
export async function installPeer(say: (line: string) => void): Promise<string> {
  const folder = join(projectRoot, 'node_modules/.cache/peers/server-memory')
  return join(await npmPeer(folder, [{ name, version }], say), name, 'dist/index.js')
}
