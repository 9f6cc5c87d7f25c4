import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

interface ProgramPlace {
  cwd: string
  env: NodeJS.ProcessEnv
  input: string
}

/** What a program prints; that it ends with 0 is part of every scene. */
export async function runProgram(program: string, args: string[], { input, ...where }: ProgramPlace): Promise<string> {
  const child = spawn(program, args, { ...where, timeout: 120_000 })
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  assert.equal(code, 0, `${program} ended with ${code}:\n${stderr.slice(-2000)}\n${stdout.slice(-2000)}`)
  return stdout
}
