import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;

/** Sends back the bytes that it receives. */
@ChannelHandler.Sharable
final class EchoHandler extends ChannelInboundHandlerAdapter {
  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    context.write(message, context.voidPromise());
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    context.channel().config().setAutoRead(context.channel().isWritable());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }
}

/** The echo server. */
final class Echo extends Peer.Workload {
  final Channel server;

  Echo() throws Exception {
    EchoHandler handler = new EchoHandler();
    server = new ServerBootstrap()
        .group(Peer.newLoop(false))
        .channel(Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
        .option(ChannelOption.SO_BACKLOG, 4096)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel connection) {
            connection.pipeline().addLast(handler);
          }
        })
        .bind("127.0.0.1", 0).sync().channel();
  }

  @Override
  String started() {
    return "address=127.0.0.1:" + ((InetSocketAddress) server.localAddress()).getPort();
  }

  @Override
  String run(int n, int seed, boolean stamped) {
    return "";
  }

  @Override
  long stop() throws Exception {
    return Peer.closeLoops(0);
  }
}
