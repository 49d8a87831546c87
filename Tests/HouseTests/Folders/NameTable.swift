/// Where the names that the files of all modules declare stand.
struct NameTable {
  /// A declaration and the file in which it stands.
  struct Entry {
    let file: SourceFile
    let declaration: SourceFile.Declaration
  }

  /// The entries of the types of each module by their whole names, such as `Plan.Request`.
  private var types: [String: [String: [Entry]]] = [:]
  /// The entries of everything else by its own name.
  private var others: [String: [Entry]] = [:]

  init(_ files: [SourceFile]) {
    for file in files {
      for declaration in file.declarations {
        let entry = Entry(file: file, declaration: declaration)
        if declaration.kind == .type {
          types[file.module, default: [:]][
            declaration.names.joined(separator: "."), default: []
          ].append(entry)
        } else {
          others[declaration.names.last ?? "", default: []].append(entry)
        }
      }
    }
  }

  /// What a name means where it is mentioned; nil for what isn't declared in the module, or can't
  /// be told.
  func entry(of mention: SourceFile.Mention, in file: SourceFile) -> Entry? {
    type(mention, in: file) ?? function(mention, in: file) ?? member(mention, in: file)
  }

  /// A type is looked for from the inside out, as Swift does, and then step by step along the dots.
  private func type(_ mention: SourceFile.Mention, in file: SourceFile) -> Entry? {
    var chain = mention.chain
    var scope = mention.scope
    if chain.count > 1, chain[0] == file.module { chain.removeFirst() }
    if chain.count > 1, chain[0] == "Self" {
      chain.removeFirst()
      return visible((scope + chain).joined(separator: "."), in: file)
    }
    while true {
      if visible((scope + chain.prefix(1)).joined(separator: "."), in: file) != nil {
        return visible((scope + chain).joined(separator: "."), in: file)
      }
      guard scope.popLast() != nil else { return nil }
    }
  }

  private func visible(_ name: String, in file: SourceFile) -> Entry? {
    let entries = types[file.module]?[name] ?? []
    return entries.first { $0.file.path == file.path }
      ?? entries.first { !$0.declaration.isPrivate }
  }

  /// A function outside all types, where no member could be meant.
  private func function(_ mention: SourceFile.Mention, in file: SourceFile) -> Entry? {
    guard mention.isCalled, mention.chain.count == 1, let name = mention.chain.last else {
      return nil
    }
    let entries = (others[name] ?? []).filter { $0.file.module == file.module }
    guard entries.allSatisfy({ $0.declaration.kind == .function }) else { return nil }
    return entries.first { $0.file.path == file.path }
      ?? entries.first { !$0.declaration.isPrivate }
  }

  /// A member of an extension of a type of another folder, where no other member of any module has
  /// its name: a value's type is not known here.
  private func member(_ mention: SourceFile.Mention, in file: SourceFile) -> Entry? {
    guard let name = mention.chain.last, let entries = others[name], let first = entries.first,
      entries.allSatisfy({
        $0.declaration.kind == .extensionMember && $0.file.module == first.file.module
          && $0.file.folder == first.file.folder
      }),
      first.file.module == file.module, !first.declaration.isPrivate, !standsBesideItsType(first)
    else { return nil }
    if mention.chain.count > 1 { return first }
    // Without a dot it is the member of the type around it, unless a value has the name.
    return first.declaration.names.dropLast() == mention.scope[...]
      && !file.valueNames.contains(name) ? first : nil
  }

  /// Whether a member stands in the folder of its type: where the type isn't named, a name such as
  /// `append` is more often that of a type of the standard library.
  private func standsBesideItsType(_ entry: Entry) -> Bool {
    let type = entry.declaration.names.dropLast().joined(separator: ".")
    return (types[entry.file.module]?[type] ?? []).contains { $0.file.folder == entry.file.folder }
  }
}
