import Testing

@testable import Digests

@Suite struct SHA256Tests {
  // The vectors of FIPS 180-2, appendix B, and the empty message.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000),
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    ),
  ])
  func `a digest matches the standard`(text: String, digest: String) {
    #expect(SHA256.hexadecimalDigest(of: text.utf8) == digest)
  }

  // python3: base64.urlsafe_b64encode(hashlib.sha256(b"abc").digest())
  @Test(arguments: [
    ("abc", 12, "ungWv48Bz-pB"), ("abc", 1, "u"),
    ("", 42, "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuF"),
  ])
  func `a short digest is the start of the standard's Base64`(
    text: String, digits: Int, digest: String
  ) {
    #expect(SHA256.shortDigest(of: text.utf8, digits: digits) == digest)
  }
}
