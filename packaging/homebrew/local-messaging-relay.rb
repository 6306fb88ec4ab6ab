class LocalMessagingRelay < Formula
  desc "Relays the messages of Messages to integrations, and opens their history"
  homepage "https://www.npmjs.com/package/local-messaging-relay"
  url "https://registry.npmjs.org/local-messaging-relay/-/local-messaging-relay-0.1.0.tgz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    generate_completions_from_executable(bin/"service", "completions")
  end

  def caveats
    <<~EOS
      To have launchd start it at login, and again should it end:
        service install
      It has launch agents of its own, two processes that are told apart by macOS's
      permissions; `brew services` does not manage them.

      macOS gives Full Disk Access to the Node that runs it:
        #{Formula["node"].opt_bin}/node
      An upgrade of Node puts another file there, which has to be granted anew.
      What to do is said by:
        service doctor

      Before `brew uninstall`:
        service uninstall
    EOS
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/service --version")
    system bin/"service", "sim", "create", testpath/"mac"
  end
end
