import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Unpacks the browser of the npm package into the temporary folder of this process, which its parent sets. The package
 * reads the environment when it is loaded, and then unpacks its own system libraries too.
 */
async function unpack(): Promise<void> {
  const { TMPDIR: folder = '', NESTMARK_BROWSER_HOME: home = '' } = process.env
  const { default: chromium } = await import('@sparticuz/chromium')
  chromium.setGraphicsMode = false
  await chromium.executablePath()
  // The package names its fonts by the temporary folder of the system. Without fonts a PDF has no text.
  const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${join(home, 'fonts')}</dir><dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>
<cachedir prefix="xdg">fontconfig</cachedir></fontconfig>`
  await writeFile(join(folder, 'fonts', 'fonts.conf'), fonts)

  // The browser's own user reads all of it, and starts the program.
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile()) await chmod(join(entry.parentPath, entry.name), 0o755)
}

void unpack()
