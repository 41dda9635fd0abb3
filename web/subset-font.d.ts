// The package has no types of its own; this is what fonts.ts uses of it.
declare module "subset-font" {
  export default function subset(
    font: Buffer,
    letters: string,
    options: { targetFormat: "woff2"; keepFeatures: string[]; noHinting: boolean },
  ): Promise<Buffer>;
}
