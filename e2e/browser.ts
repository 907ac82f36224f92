import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/**
 * The browser comes from npm and is unpacked into a folder of this run alone: the shared temporary folder could hold an
 * older one. Workers find it by the environment.
 * @returns a function that takes the folder away again
 */
export async function unpackBrowser(): Promise<() => void> {
  const before = process.env.TMPDIR
  const home = mkdtempSync(join(tmpdir(), 'nestmark-browser-'))
  process.env.NESTMARK_BROWSER_HOME = home
  process.env.NESTMARK_BROWSER = await (await library(home)).executablePath()
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(home, { recursive: true, force: true })
  }
}

async function library(home: string) {
  process.env.TMPDIR = home
  // With this it brings the libraries that a bare machine lacks. It must stand there before the package is loaded.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x'
  const fonts = join(home, 'fontconfig')
  mkdirSync(fonts, { recursive: true })
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir>
     <dir>${home}/fonts</dir><cachedir>${home}/fontcache</cachedir></fontconfig>`,
  )
  const { default: sparticuz } = await import('@sparticuz/chromium')
  process.env.FONTCONFIG_PATH = fonts
  return sparticuz
}

/** Starts the browser. As root it must do without its own sandbox; it visits our own pages only. */
export async function launchBrowser(): Promise<Browser> {
  const home = process.env.NESTMARK_BROWSER_HOME!
  const sparticuz = await library(home)
  return chromium.launch({
    executablePath: process.env.NESTMARK_BROWSER ?? (await sparticuz.executablePath()),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--font-render-hinting=none',
      '--disable-background-networking',
      // Else a script is compiled anew until it was used three times.
      '--v8-cache-options=bypassHeatCheck',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
}

let running: Promise<Browser> | undefined

/** The one browser of this process, for all its files: whoever opens pages brings a profile of their own. */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await running?.catch(() => undefined)
  if (browser?.isConnected()) return browser
  running = launchBrowser()
  return running
}
