import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Fault } from '../../kernel/fault.ts'

/** Opens the person's editor on a file and waits until it is closed. */
export async function openEditor(file: string): Promise<void> {
  const windows = process.platform === 'win32'
  const editor = process.env.EDITOR || process.env.VISUAL || (windows ? 'notepad' : 'vi')
  // The editor may draw on the terminal, but a piped stdout carries our data.
  const stdio: ['inherit', 'inherit' | 2, 'inherit'] = ['inherit', process.stdout.isTTY ? 'inherit' : 2, 'inherit']
  // EDITOR may hold arguments of its own, so a shell reads it; the file is handed over as an argument, never as text.
  const child = windows
    ? spawn(`${editor} "${file}"`, { stdio, shell: true })
    : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio })
  // Ctrl-C is for the editor, which shares the terminal with us.
  const ignore = () => {}
  process.on('SIGINT', ignore)
  const [code] = await once(child, 'exit').finally(() => process.off('SIGINT', ignore))
  if (code === 0) return
  throw new Fault('INTERNAL', 'The editor ended with an error; nothing was written.', {
    details: { exit: code },
    hint: 'Set EDITOR to an editor that stays open until you are done, for example: EDITOR="code --wait"',
  })
}
