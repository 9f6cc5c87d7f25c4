import { chmodSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { npmPeer } from '../harness/npm-peer.ts'
import { timed } from '../harness/samples.ts'
import type { Home } from './home.ts'
import { run } from './run-process.ts'

const version = '20.0.24'
export const peerName = `ccusage ${version}`

export interface Ccusage {
  /** Milliseconds of one report over all sessions of a home. */
  read(home: Home): Promise<number>
}

/** ccusage as npm brings it, in a cache outside the project; its program is a native binary. */
export async function installCcusage(say: (line: string) => void): Promise<Ccusage> {
  const native = `@ccusage/ccusage-${process.platform}-${process.arch}`
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), `daybook-bench/ccusage-${version}`)
  const packages = [
    { name: 'ccusage', version },
    { name: native, version },
  ]
  const modules = await npmPeer(folder, packages, say)
  const program = join(modules, native, 'bin/ccusage')
  // The package leaves this to its launcher, which would only add the start of a Node process.
  chmodSync(program, 0o755)
  return {
    read: async home => {
      const env = { ...process.env, HOME: home.folder, CLAUDE_CONFIG_DIR: home.claude, CODEX_HOME: home.codex }
      let text = ''
      const elapsed = await timed(async () => {
        text = (await run(program, ['session', '--json', '--offline'], env)).stdout
      })
      const { session } = JSON.parse(text)
      // It leaves out sessions nobody was charged for; far fewer than there are would mean it read something else.
      if (!Array.isArray(session) || session.length < home.files / 2) throw new Error('ccusage did not read the home.')
      return elapsed
    },
  }
}
