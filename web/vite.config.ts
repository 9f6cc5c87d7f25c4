import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const program = process.env.DAYBOOK_URL ?? 'http://127.0.0.1:4470'

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  server: {
    proxy: {
      // The program answers pages of its own origin only.
      '/api': { target: program, changeOrigin: true, headers: { origin: program } },
    },
  },
})
