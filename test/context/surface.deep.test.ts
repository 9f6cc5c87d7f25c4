import { mcpStdioCommand } from '../support/binary.ts'
import { testContextToolset } from './context-toolset.ts'

testContextToolset('stdio', async home => mcpStdioCommand({ home, args: ['--toolsets', 'context'] }))
