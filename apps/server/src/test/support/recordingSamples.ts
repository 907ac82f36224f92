import {
  type AttachedImage,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

/** Recordings with valid containers around packets that no decoder would take: nothing decodes them here. */

export interface Tags {
  title?: string
  artist?: string
  cover?: Buffer
}

async function write(
  format: OutputFormat,
  { title, artist, cover }: Tags,
  addTracks: (output: Output) => () => Promise<void>,
): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const addPackets = addTracks(output)
  const image: AttachedImage[] = cover ? [{ data: cover, mimeType: 'image/jpeg', kind: 'coverFront' }] : []
  output.setMetadataTags({
    ...(title !== undefined && { title }),
    ...(artist !== undefined && { artist }),
    images: image,
  })
  await output.start()
  await addPackets()
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

/** A silent video of two seconds, 640 × 360 pixels before its rotation. */
export function createFilm(
  container: 'mp4' | 'webm',
  tags: Tags = {},
  rotation: 0 | 90 = 0,
  packetBytes = 30,
): Promise<Buffer> {
  const format = container === 'mp4' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat()
  return write(format, tags, output => {
    const video = new EncodedVideoPacketSource('vp9')
    output.addVideoTrack(video, { frameRate: 25, rotation })
    return async () => {
      const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 640, codedHeight: 360 }
      for (let at = 0; at < 50; at++) {
        const packet = new EncodedPacket(
          new Uint8Array(packetBytes),
          at === 0 ? 'key' : 'delta',
          at / 25,
          1 / 25,
        )
        await video.add(packet, { decoderConfig })
      }
    }
  })
}

/** Adds the location of a video, as phones do, to an MP4 file that ends with its `moov` box. */
export function addPlace(film: Buffer): Buffer {
  const place = '+65.0500-018.0500/'
  const text = Buffer.from([0, place.length, 0x15, 0xc7, ...Buffer.from(place)])
  const userData = toBox('udta', toBox('\u00a9xyz', text))
  const at = film.lastIndexOf('moov') - 4
  const copy = Buffer.concat([film, userData])
  copy.writeUInt32BE(film.readUInt32BE(at) + userData.length, at)
  return copy
}

export function toBox(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** Audio of about two seconds. */
export function createSound(container: 'mp3' | 'ogg' | 'wav', tags: Tags = {}): Promise<Buffer> {
  return { mp3: createMp3, ogg: createOgg, wav: createWav }[container](tags)
}

function createMp3(tags: Tags): Promise<Buffer> {
  // MPEG 1 layer 3, 128 kbit/s, 44.1 kHz.
  const frame = new Uint8Array(417)
  frame.set([0xff, 0xfb, 0x90, 0x00])
  return write(new Mp3OutputFormat(), tags, output => {
    const audio = new EncodedAudioPacketSource('mp3')
    output.addAudioTrack(audio)
    return async () => {
      const decoderConfig = { codec: 'mp3', numberOfChannels: 2, sampleRate: 44_100 }
      const seconds = 1152 / 44_100
      for (let at = 0; at < 76; at++)
        await audio.add(new EncodedPacket(frame, 'key', at * seconds, seconds), { decoderConfig })
    }
  })
}

function createOgg(tags: Tags): Promise<Buffer> {
  const description = Buffer.from('4f707573486561640102000080bb0000000000', 'hex')
  return write(new OggOutputFormat(), tags, output => {
    const audio = new EncodedAudioPacketSource('opus')
    output.addAudioTrack(audio)
    return async () => {
      const decoderConfig = { codec: 'opus', numberOfChannels: 2, sampleRate: 48_000, description }
      const packet = new Uint8Array([0xfc, 1, 2])
      for (let at = 0; at < 100; at++)
        await audio.add(new EncodedPacket(packet, 'key', at * 0.02, 0.02), { decoderConfig })
    }
  })
}

function createWav(tags: Tags): Promise<Buffer> {
  return write(new WavOutputFormat(), tags, output => {
    const audio = new EncodedAudioPacketSource('pcm-s16')
    output.addAudioTrack(audio)
    return () =>
      audio.add(new EncodedPacket(new Uint8Array(32_000), 'key', 0, 2), {
        decoderConfig: { codec: 'pcm-s16', numberOfChannels: 1, sampleRate: 8000 },
      })
  })
}
