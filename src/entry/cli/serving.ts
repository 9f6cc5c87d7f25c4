import type { Command } from 'commander'
import type { ServingOptions } from './serve.ts'

/** The commands that keep running: start, serve, mcp. */
export function addServing(daybook: Command): void {
  const start = daybook
    .command('start')
    .description('open Daybook here: a sample project on the first run, a free port, the browser')
    .option('--no-open', 'do not open a browser')
    .option('--no-sample', 'do not create the sample project and week')
  const serve = daybook.command('serve').description('serve the web page, REST and MCP over HTTP')
  for (const command of [start, serve]) {
    command
      .option('--host <host>', 'address to listen on (default 127.0.0.1; any other needs a token)')
      .option('--port <port>', 'port (default 4470; 0 picks a free one)')
      .option('--public-url <url>', 'how the world calls this server when a proxy stands in front')
      .option('--toolsets <names>', 'only these toolsets over MCP, separated by commas')
      .option('--project <id>', 'the project meant when a call names none')
      .option('--db <url>', 'PostgreSQL URL or SQLite file')
      .option('--token <token>', 'the token callers must send (better: DAYBOOK_TOKEN)')
  }
  start.action(async () => {
    process.exitCode = await (await import('./start.ts')).start(start.opts<ServingOptions & StartOptions>())
  })
  serve.action(async () => {
    process.exitCode = await (await import('./serve.ts')).serve(serve.opts<ServingOptions>())
  })
  // Only for --help: the process entry runs `mcp` without this program.
  daybook
    .command('mcp')
    .description('serve one chat client over stdin and stdout')
    .option('--toolsets <names>', 'only these toolsets, separated by commas')
    .option('--project <id>', 'the project meant when a call names none')
    .option('--session <id>', 'the session meant when a call names none')
    .option('--db <url>', 'PostgreSQL URL or SQLite file')
}

export interface StartOptions {
  open: boolean
  sample: boolean
}
