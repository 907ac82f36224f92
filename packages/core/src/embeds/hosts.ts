import type { EmbedHost } from './host.ts'
import { mapHosts } from './maps.ts'
import { musicHosts } from './music.ts'
import { imageHosts, readingHosts } from './pages.ts'
import { radioHosts } from './radio.ts'
import { videoHosts } from './video.ts'

/** The table of all known hosts. The first row that recognises an address applies. */
export const hosts: readonly EmbedHost[] = [
  ...imageHosts,
  ...videoHosts,
  ...mapHosts,
  ...readingHosts,
  ...musicHosts,
  ...radioHosts,
]
