import { buffer } from 'node:stream/consumers'
import { usageFault } from '../failure.ts'

/** A key or passphrase: typed unseen on a terminal, else the first line of stdin. Never an argument, which others see. */
export async function readSecret(question: string): Promise<string> {
  const given = process.stdin.isTTY ? await typed(question) : await firstLine()
  if (given !== '') return given
  throw usageFault('Nothing was given.', 'Type it when asked, or pipe it in: daybook room keys … < file')
}

async function firstLine(): Promise<string> {
  const [line = ''] = (await buffer(process.stdin)).toString('utf8').split(/\r?\n/, 1)
  return line
}

const [enter, newLine, interrupt, end, backspace, erase] = ['\r', '\n', '\u0003', '\u0004', '\u007f', '\b']

function typed(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.resume()
  return new Promise((resolve, reject) => {
    let text = ''
    const stop = () => {
      stdin.setRawMode(false)
      stdin.pause()
      stdin.off('data', onData)
      stderr.write('\n')
    }
    const onData = (piece: string) => {
      for (const character of piece) {
        if (character === interrupt) {
          stop()
          reject(usageFault('Interrupted.', 'Nothing was changed.'))
          return
        }
        if (character === enter || character === newLine || character === end) {
          stop()
          resolve(text)
          return
        }
        text = character === backspace || character === erase ? text.slice(0, -1) : text + character
      }
    }
    stdin.on('data', onData)
  })
}
