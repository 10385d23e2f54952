// A record that was dropped on the page or chosen as a file. It stays here until the page is left.
class Dropped {
  /** Its name and its text. */
  file = $state.raw<{ name: string; text: string } | null>(null);
  /** A counter: another file may have the same name. */
  count = $state(0);
  async take(file: File): Promise<void> {
    this.file = { name: file.name, text: await file.text() };
    this.count += 1;
  }
}
export const dropped = new Dropped();
