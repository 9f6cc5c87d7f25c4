import type { Client } from '@modelcontextprotocol/client'
import type { App, AppContext } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { argumentsWithUnknownField } from './bad-input.ts'

type Json = { [key: string]: unknown }

/** Calls an operation through one of the interfaces and returns the answer as the toolset spells it. */
export type Ask = (operation: Operation<AppContext>, args: Json) => Promise<Json>

/** The operations whose refusal of an unknown field is not the same through one of the interfaces as from `invoke`. */
export async function differingRefusals(
  app: App,
  operations: readonly Operation<AppContext>[],
  interfaces: { readonly [name: string]: Ask },
): Promise<string[]> {
  const differing: string[] = []
  for (const operation of operations) {
    const args = argumentsWithUnknownField(operation)
    if (!args) continue
    const outcome = await invoke(app, operation, args, { principal: 'local' })
    const expected = JSON.stringify(outcome.ok ? outcome.result : outcome.failure)
    for (const [name, ask] of Object.entries(interfaces)) {
      if (operation.audience === 'people' && name === 'MCP') continue
      const answer = JSON.stringify(await ask(operation, args))
      if (answer !== expected) differing.push(`${operation.name} through ${name}: ${answer} instead of ${expected}`)
    }
  }
  return differing
}

export function askRest(url: string): Ask {
  return async ({ toolset, name }, args) => {
    // A kept connection may be closed by the server just as it is used again, on a machine that is slow enough.
    const headers = { 'content-type': 'application/json', connection: 'close' }
    const address = new URL(`/api/${toolset}/${name}`, url)
    return (await (await fetch(address, { method: 'POST', headers, body: JSON.stringify(args) })).json()) as Json
  }
}

export function askMcp(client: Client): Ask {
  return async ({ name }, args) => {
    const { content, structuredContent, isError, _meta } = await client.callTool({ name, arguments: args })
    if (structuredContent) return structuredContent as Json
    const [block] = content
    // A toolset whose failures are prose sends the text alone and its code as metadata.
    return { isError, code: _meta?.['daybook/code'], text: block?.type === 'text' ? block.text : '' }
  }
}
